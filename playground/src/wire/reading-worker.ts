import { serveQuestions } from "../engine/serve-questions.ts";
import { WIRE_QUESTIONS } from "./questions.ts";

serveQuestions(WIRE_QUESTIONS, null);
