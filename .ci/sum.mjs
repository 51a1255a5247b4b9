// Adds up what every runner reported and prints the one closing line. A runner without a report counts as a failure.
import { readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  const [ok, bad, how] = read(file);
  console.log(`${file}: ${ok} passed, ${bad} failed${how}`);
  passed += ok;
  failed += bad;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function read(file) {
  try {
    const text = readFileSync(file, "utf8");
    if (file.endsWith(".json")) {
      const report = JSON.parse(text);
      return [report.numPassedTests, report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0), ""];
    }
    const root = /<testsuites[^>]*>/.exec(text)[0];
    const count = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
    const bad = count("failures") + count("errors");
    return [count("tests") - bad - count("skipped"), bad, ""];
  } catch (error) {
    return [0, 1, ` (no readable report: ${error.message})`];
  }
}
