import type { JsonSchema } from "../schema.ts";
import type { FORMAT_NAMES } from "./formats/names.ts";

/** "hermes", "qwen_xml", ...: the spelling a call was written in. Decided by the text, never by the name of a model. */
export type WireFormatName = (typeof FORMAT_NAMES)[number];

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

/** A tool the model may call. Without `parameters` any arguments pass and raw text stays text. */
export interface WireTool {
  readonly name: string;
  /** JSON Schema of the arguments object. */
  readonly parameters?: JsonSchema | undefined;
}

/** A call as it is rendered: what a model meant, free of any spelling. */
export interface PlainCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A complete, recovered call. Its name is that of a registered tool and every required argument is there. */
export interface WireCall extends PlainCall {
  readonly format: WireFormatName;
  /** UTF-16 offsets into the whole text, half open. */
  readonly start: number;
  readonly end: number;
  /** Arguments whose text does not fit the type the schema asks for; they are kept as written, for validation to tell. */
  readonly mismatched: readonly string[];
}

/**
 * `truncated`: a call began and its end never came, so it must not run. `unknown_tool`: strong evidence, but no tool has the
 * name. `malformed`: a call was meant and there is not exactly one safe way to read it.
 */
export type WireErrorKind = "truncated" | "unknown_tool" | "malformed";

export interface WireError {
  readonly error: WireErrorKind;
  readonly format: WireFormatName;
  /** Where the call began, in UTF-16 units. */
  readonly at: number;
  /** The tool that was named, as far as it could be read. */
  readonly name: string | null;
  readonly message: string;
}

/**
 * What a chunk settled.
 *
 * `prose` is text for the user, given out as soon as it cannot be part of a call; pieces come in order, and joined they are
 * the visible text without white space at its ends. `reasoning_ended` says that the prose so far was reasoning whose opening
 * tag stood in the prompt. A `call` is told once no later text can take it back: at a cut, at a token that ends the turn,
 * or at the end. After `cut` nothing is told any more, and the request should be aborted.
 */
export type WireEvent =
  | { readonly kind: "prose"; readonly text: string; readonly at: number }
  | { readonly kind: "reasoning_ended"; readonly at: number }
  | { readonly kind: "call"; readonly call: WireCall }
  | { readonly kind: "error"; readonly error: WireError }
  | { readonly kind: "cut"; readonly at: number; readonly marker: string };

export interface WireOptions {
  readonly tools: readonly WireTool[];
  /** Only these spellings; all when left out. */
  readonly formats?: readonly WireFormatName[] | undefined;
}

export interface WireResult {
  readonly calls: readonly WireCall[];
  /** Visible text before the first call, all of it when there is none; null when that is empty. */
  readonly contentBefore: string | null;
  /** All visible text up to the cut, calls left out; null when empty. */
  readonly content: string | null;
  /** UTF-16 offset of the first character of an invented result; null when there is none. */
  readonly cutAt: number | null;
  /** The first thing that went wrong; complete calls beside it stand. */
  readonly error: WireError | null;
}

/** What became of rendering: some formats have no way to write some values. */
export type Rendered =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly error: "malformed"; readonly message: string };
