/**
 * The tree in memory is read and written whole; its stream classes only have to exist so that others can inherit from them.
 * A stream that is opened all the same fails at once.
 */
export class Readable {
  constructor() {
    throw new Error("this page has no streams");
  }
}

export class Writable extends Readable {}
