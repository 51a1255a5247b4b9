/** What an operator may set: one declaration per key, weighed from command line, environment, file and default. */
export { type HomeFolder, homeFolder } from "./home.ts";
export { type LoadedSettings, loadSettings, type SettingSources, type SettingsFile } from "./load.ts";
export { readSettingsFile } from "./read-settings-file.ts";
export {
  CODING_SETTINGS,
  type CodingKey,
  describeSettings,
  ENVIRONMENT_PREFIX,
  OTHER_VARIABLES,
  type SettingDescription,
} from "./schema.ts";
export type { Settings } from "./types.ts";
