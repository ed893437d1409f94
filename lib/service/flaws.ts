import 'server-only'
import type { CutterOptions, Flaw } from './cutter'
import type { Trouble } from './problems'

type Say = (options: CutterOptions) => string

const sentences: Record<Flaw, Say> = {
  empty: () => 'The body is empty. Send a JSON object.',
  byte_order_mark: () => 'The body starts with a byte order mark. Send it without one.',
  not_utf8: () => 'The body is not UTF-8. Send it in UTF-8.',
  not_json: () => 'The body is not JSON. Compare it with the API document, near its end if it was cut off.',
  not_an_object: ({ list }) => `The body is not a JSON object. Send {"${list}": […]}.`,
  list_missing: ({ list }) => `“${list}” is missing. Send {"${list}": […]}.`,
  list_twice: ({ list }) => `“${list}” stands twice. Send it once.`,
  no_list: ({ list }) => `“${list}” is not a list. Send {"${list}": […]}.`,
  list_empty: ({ list }) => `“${list}” is empty. Send at least one.`,
  list_too_long: ({ list, mostElements }) =>
    `“${list}” has more than ${mostElements} entries. Send fewer at once.`,
  too_deep: () => 'The body is nested too deeply. Compare it with the API document.',
  piece_too_large: ({ mostPieceBytes }) =>
    `One entry of the body is larger than ${Math.floor(mostPieceBytes / 1024 / 1024)} MB. Compare it with the API document.`,
}

/** A body that cannot be read, as an answer to its caller. */
export function flawTrouble(flaw: Flaw, options: CutterOptions): Trouble {
  return { status: flaw === 'piece_too_large' ? 413 : 400, detail: sentences[flaw](options) }
}
