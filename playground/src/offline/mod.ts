/** The page without a network: its files are kept at the first visit, and a newer set is offered, never forced. */
export { keepOffline } from "./keep-offline.ts";
