/** Every spelling that is read and written: the eight main ones, then those beyond. */
export const FORMAT_NAMES = [
  "hermes",
  "qwen_xml",
  "gemma4",
  "mistral",
  "laguna",
  "lfm2",
  "harmony",
  "json",
  "llama",
  "deepseek",
  "kimi",
  "invoke",
  "tagged_json",
] as const;
