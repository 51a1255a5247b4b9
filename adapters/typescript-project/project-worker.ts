import { parentPort } from "node:worker_threads";
import { ProjectServices } from "./project-services.ts";

/** The worker's end: questions in, answers out, one after the other. */
const services = new ProjectServices();

parentPort?.on(
  "message",
  (question: { id: number; path: string; root: string; before: string | null; after: string }) => {
    try {
      parentPort?.postMessage({ id: question.id, findings: services.check(question) });
    } catch (error) {
      parentPort?.postMessage({ id: question.id, error: error instanceof Error ? error.message : String(error) });
    }
  },
);
