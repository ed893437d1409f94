export interface FormFile {
  /** The name that the form gives; undefined: it gives none. */
  readonly name: string | undefined
  /** A view of the body. */
  readonly bytes: Uint8Array
}

/** How many bytes a form may have beside its file. */
export const MAX_FORM_OVERHEAD = 8_192
const MAX_HEADER_BYTES = 4_096

/** Whether a body is a form that uploads files (RFC 7578). */
export const isForm = (contentType: string | null): boolean =>
  /^multipart\/form-data\s*(?:;|$)/i.test(contentType ?? '')

/**
 * Reads a form with exactly one part, a file, as `curl -F file=@orders.csv` sends it. Nothing is copied, and nothing is
 * guessed: undefined for any other form, and for one that is cut off or followed by anything.
 */
export function readFormFile(contentType: string, body: Uint8Array): FormFile | undefined {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return undefined
  const start = ascii(`--${boundary}\r\n`)
  if (indexOf(body.subarray(0, start.length), start) !== 0) return undefined
  const headersEnd = indexOf(body.subarray(0, start.length + MAX_HEADER_BYTES), BLANK_LINE)
  if (headersEnd === -1) return undefined
  const name = nameIn(body.subarray(start.length, headersEnd))
  if (name === undefined) return undefined
  const rest = body.subarray(headersEnd + BLANK_LINE.length)
  const close = ascii(`\r\n--${boundary}`)
  const end = indexOf(rest, close)
  const isLast = end !== -1 && ['--', '--\r\n'].includes(text(rest.subarray(end + close.length)) ?? '')
  return isLast ? { name: name === '' ? undefined : name, bytes: rest.subarray(0, end) } : undefined
}

const ascii = (value: string): Uint8Array => new TextEncoder().encode(value)
const BLANK_LINE = ascii('\r\n\r\n')

/** A boundary as RFC 2046 §5.1.1 limits it, without spaces. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i

function boundaryOf(contentType: string): string | undefined {
  const [, quoted, bare] = isForm(contentType) ? (BOUNDARY.exec(contentType) ?? []) : []
  return quoted ?? bare
}

/** Texts that an encoding other than the bytes themselves would change are refused. */
const IDENTITY = /^(?:binary|8bit|7bit)$/i

/** The name of the file that the headers of a part say; '' for a file without a name, undefined if it is not a file. */
function nameIn(headers: Uint8Array): string | undefined {
  let disposition: string | undefined
  for (const line of text(headers)?.split('\r\n') ?? []) {
    const [, name = '', padded = ''] = /^([\w-]+):(.*)$/.exec(line) ?? []
    if (name === '') return undefined
    const value = padded.trim()
    if (/^content-transfer-encoding$/i.test(name) && !IDENTITY.test(value)) return undefined
    if (!/^content-disposition$/i.test(name)) continue
    if (disposition !== undefined) return undefined
    disposition = value
  }
  return disposition === undefined || !/^form-data\s*;/i.test(disposition)
    ? undefined
    : fileNameOf(disposition)
}

function fileNameOf(disposition: string): string | undefined {
  const [, encoded] = /;\s*filename\*=utf-8'[\w-]*'([^\s;"]*)\s*(?:;|$)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decodedUri(encoded)
  const [, quoted, bare] =
    /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))\s*(?:;|$)/i.exec(disposition) ?? []
  // Browsers write a quotation mark as %22, older versions of curl as \".
  return quoted === undefined ? bare : quoted.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"')
}

function decodedUri(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

function text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Where bytes are found first; -1 if they are not. */
function indexOf(bytes: Uint8Array, searched: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(searched)
}
