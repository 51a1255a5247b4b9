/** Documents in and out of the page: links, files, folders, archives, reports. What comes in is data and is never run. */
export { followAddress } from "./follow-address.ts";
export { decodeLink, encodeLink, LINK_LIMIT, LINK_VERSION, type LinkFault } from "./link.ts";
export { documentFromFiles, type Picked } from "./pick-files.ts";
