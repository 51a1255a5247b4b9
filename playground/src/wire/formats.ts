import { FORMATS, type WireFormatName } from "../../../runtime/wire/mod.ts";

export interface ListedFormat {
  readonly name: WireFormatName;
  readonly title: string;
}

/** Every format by its title for readers; the page itself carries none of their code. */
export async function formats(): Promise<readonly ListedFormat[]> {
  return FORMATS.map(({ name, title }) => ({ name, title }));
}
