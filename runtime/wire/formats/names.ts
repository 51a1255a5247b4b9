/** Every spelling that is read and written, the eight main ones first. */
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
  "glm",
  "invoke",
  "action",
] as const;
