/** The command line: `main` takes a host and answers the exit code. */
export { main } from "./main.ts";
