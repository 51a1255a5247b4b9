/** Browser forms of host modules, which the build puts under these names. */
declare module "buffer/" {
  export const Buffer: unknown;
}
declare module "process/browser.js" {
  const process: unknown;
  export default process;
}
