/** Files named `.json` whose own tools read comments and trailing commas, by the name alone. */
const NAMES: ReadonlySet<string> = new Set([
  ".babelrc.json",
  ".devcontainer.json",
  ".eslintrc.json",
  ".jshintrc.json",
  ".luarc.json",
  ".markdownlint.json",
  ".mocharc.json",
  ".oxlintrc.json",
  "api-extractor.json",
  "babel.config.json",
  "cspell.json",
  "devcontainer.json",
  "host.json",
  "knip.json",
  "language-configuration.json",
  "local.settings.json",
  "nx.json",
  "pyrightconfig.json",
  "rush.json",
  "tsdoc.json",
  "tslint.json",
  "turbo.json",
  "typedoc.json",
  "wrangler.json",
]);

/** Those with a part of their own in the name, and kinds of file that always are. */
const PATTERNS = /^(?:[tj]sconfig(?:[.-].*)?\.json|appsettings(?:\..*)?\.json|.*\.(?:jsonc|code-workspace))$/;

export function isCommentedJson(path: string): boolean {
  const [name = "", folder = ""] = path.split("/").reverse();
  const lower = name.toLowerCase();
  return NAMES.has(lower) || PATTERNS.test(lower) || (folder === ".vscode" && lower.endsWith(".json"));
}
