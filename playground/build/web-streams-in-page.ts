/** The web's own streams, under the host's name for them. */
export const { ReadableStream, WritableStream, TransformStream } = globalThis;
