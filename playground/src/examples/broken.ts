import type { PlaygroundDocument } from "../document/mod.ts";

const SETTINGS = `{
  "host": "127.0.0.1",
  "port": 8080,
  "workers": 2,
  "workers": 4
}
`;

const DEPLOY = `service:
  name: pool
  replicas: 2
`;

const POOL = `import json
import os


def load(path):
    with open(path) as file:
        return json.load(file)
`;

/** A line goes in at the top and a key stands twice: one finding is old and has moved, one is new. */
export const BROKEN: Partial<PlaygroundDocument> = {
  lab: "diagnostics",
  files: [
    { path: "settings.json", content: { text: SETTINGS } },
    { path: "deploy.yaml", content: { text: DEPLOY } },
    { path: "notes.txt", content: { text: "Eight workers, port 9090.\n" } },
    { path: "pool.py", content: { text: POOL } },
    { path: "pyproject.toml", content: { text: '[tool.ruff.lint]\nselect = ["F", "E9"]\n' } },
  ],
  path: "settings.json",
  inputs: {
    diagnostics: {
      edits: {
        "settings.json": SETTINGS.replace('{\n  "host"', () => '{\n  "name": "pool",\n  "host"').replace(
          '"port": 8080,',
          () => '"port": 8080,\n  "port": 9090,',
        ),
        "deploy.yaml": "service:\n  name: pool\n\treplicas: 4\n",
        "notes.txt": "Eight workers, port 8080.\n",
        "pool.py": POOL.replace("return json.load(file)", () => "return json.load(handle)").replace(
          "import json\n",
          () => "import json\nimport logging\n",
        ),
      },
    },
  },
};
