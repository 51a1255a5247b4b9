/** Where a token may begin. With the "]" of MiniMax its second character is looked at, for others end lists everywhere. */
const TOKEN_START = "[<[]|](?=~|$)";

/** Finds the next of these places, or one of another expression. */
export function tokenStarts(others = ""): RegExp {
  return new RegExp(others === "" ? TOKEN_START : `${TOKEN_START}|${others}`, "g");
}
