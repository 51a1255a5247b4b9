// Adds up what every runner reported and prints the one closing line. A runner without a report counts as a failure, and
// so does every check that is no test (--checks-failed N).
import { readFileSync } from "node:fs";

const args = process.argv.slice(2);
const at = args.indexOf("--checks-failed");
const checksFailed = at < 0 ? 0 : Number(args.splice(at, 2)[1]);
let passed = 0;
let failed = checksFailed;
for (const file of args) {
  const report = read(file);
  console.log(`${file.split("/").pop()}: ${report.passed} ok, ${report.failed} not ok${report.note}`);
  for (const name of report.failures) console.log(`  not ok: ${name}`);
  passed += report.passed;
  failed += report.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function read(file) {
  try {
    const text = readFileSync(file, "utf8");
    return file.endsWith(".json") ? readVitest(JSON.parse(text)) : readJUnit(text);
  } catch (error) {
    return { passed: 0, failed: 1, failures: [], note: ` (no readable report: ${error.message})` };
  }
}

function readVitest(report) {
  // A file that fails to load has no failed test of its own.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failedTests = report.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === "failed"),
  );
  const failures = [...brokenFiles.map((file) => file.name), ...failedTests.map((test) => test.fullName)];
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles.length, failures, note: "" };
}

function readJUnit(text) {
  const root = /<testsuites[^>]*>/.exec(text)[0];
  const count = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = count("skipped") || count("disabled");
  const cases = text.matchAll(/<testcase ([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g);
  const failures = [...cases].filter(([, , , body]) => /<(failure|error)\b/.test(body ?? "")).map(([, about]) => about);
  return { passed: count("tests") - failed - skipped, failed, failures, note: skipped ? `, ${skipped} skipped` : "" };
}
