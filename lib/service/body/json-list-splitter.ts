import 'server-only'
import { CarryOverBuffer } from './carry-over'
import { type JsonSlice, parseSlice } from './json-slice'
import { Utf8Validator } from './utf8-validator'
import { ValueEndFinder } from './value-end-finder'

/** Why bytes cannot be a request body, before any element is validated. */
export type BodyError =
  | 'empty'
  | 'byte_order_mark'
  | 'not_utf8'
  | 'not_json'
  | 'not_an_object'
  | 'list_missing'
  | 'list_twice'
  | 'no_list'
  | 'list_empty'
  | 'list_too_long'
  | 'too_deep'
  | 'value_too_large'

/** What a splitter expects of a body. */
export interface SplitterOptions {
  /** The member that holds the elements. */
  readonly list: string
  readonly maxElements: number
  /** Maximum bytes of one element, or of another member, in memory. */
  readonly maxSliceBytes: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const isSpace = new Uint8Array(256)
for (const byte of Buffer.from(' \t\n\r')) isSpace[byte] = 1

/** What the splitter expects next in the JSON around the elements. */
type Expectation =
  | 'start'
  | 'first key'
  | 'key'
  | 'colon'
  | 'member'
  | 'after member'
  | 'first element'
  | 'element'
  | 'after element'
  | 'end'

/**
 * Splits `{"<list>": […]}` into the elements of its list while the bytes arrive in chunks of any size.
 * Only the JSON around the elements is validated here. The end of a value is found by brackets and quotes,
 * and each value is parsed separately: if all of them and the frame are valid, the whole is valid JSON.
 */
export class JsonListSplitter {
  private expected: Expectation = 'start'
  private readonly value = new ValueEndFinder()
  private readonly carry: CarryOverBuffer
  private readonly utf8 = new Utf8Validator()
  private bytes = 0
  private elements = 0
  private key = ''
  /** What the wanted member contains. */
  private found: 'nothing' | 'list' | 'null' | 'other' = 'nothing'

  /** @param onElement receives each element and returns whether it is JSON */
  constructor(
    private readonly options: SplitterOptions,
    private readonly onElement: (slice: JsonSlice) => boolean,
  ) {
    this.carry = new CarryOverBuffer(options.maxSliceBytes)
  }

  /** Processes the next bytes. After an error the splitter cannot continue. */
  push(bytes: Buffer): BodyError | undefined {
    if (this.bytes === 0 && bytes[0] === 0xef && (bytes[1] ?? 0xbb) === 0xbb) return 'byte_order_mark'
    this.bytes += bytes.length
    if (!this.utf8.accepts(bytes)) return 'not_utf8'
    return this.cut(bytes)
  }

  /** Call it after the last bytes. */
  end(): BodyError | undefined {
    if (this.bytes === 0) return 'empty'
    if (!this.utf8.isWhole()) return 'not_utf8'
    if (this.expected !== 'end') return 'not_json'
    if (this.found === 'nothing' || this.found === 'null') return 'list_missing'
    if (this.found === 'other') return 'no_list'
    return this.elements === 0 ? 'list_empty' : undefined
  }

  private cut(bytes: Buffer): BodyError | undefined {
    const { length } = bytes
    for (let at = 0; at < length; ) {
      if (!this.value.isOpen) {
        const byte = bytes[at] as number
        const step = isSpace[byte] === 1 ? 'consumed' : this.frame(byte)
        if (step === 'consumed') {
          at++
          continue
        }
        if (step !== 'value') return step
        this.value.begin(byte)
      }
      const start = at
      at = this.value.find(bytes, at)
      if (this.value.isOpen) return this.carry.add(bytes, start, at) ? undefined : 'value_too_large'
      const bodyError = this.finish(bytes, start, at)
      if (bodyError) return bodyError
    }
    return undefined
  }

  /** Processes one byte of the frame: consumes it, recognises the start of a value, or returns an error. */
  private frame(byte: number): 'consumed' | 'value' | BodyError {
    switch (this.expected) {
      case 'start':
        return byte === OPEN_OBJECT ? this.expect('first key') : 'not_an_object'
      case 'first key':
        if (byte === CLOSE_OBJECT) return this.expect('end')
        return byte === QUOTE ? 'value' : 'not_json'
      case 'key':
        return byte === QUOTE ? 'value' : 'not_json'
      case 'colon':
        return byte === COLON ? this.expect('member') : 'not_json'
      case 'member':
        if (this.key !== this.options.list || byte !== OPEN_LIST) return 'value'
        this.found = 'list'
        return this.expect('first element')
      case 'after member':
        if (byte === COMMA) return this.expect('key')
        return byte === CLOSE_OBJECT ? this.expect('end') : 'not_json'
      case 'first element':
        return byte === CLOSE_LIST ? this.expect('after member') : 'value'
      case 'element':
        return 'value'
      case 'after element':
        if (byte === COMMA) return this.expect('element')
        return byte === CLOSE_LIST ? this.expect('after member') : 'not_json'
      case 'end':
        return 'not_json'
    }
  }

  private expect(expected: Expectation): 'consumed' {
    this.expected = expected
    return 'consumed'
  }

  /** Handles the value that just ended by its position. */
  private finish(bytes: Buffer, start: number, end: number): BodyError | undefined {
    if (this.value.isTooDeep) return 'too_deep'
    const slice = this.carry.join(bytes, start, end)
    if (!slice) return 'value_too_large'
    switch (this.expected) {
      case 'first key':
      case 'key':
        return this.finishKey(slice)
      case 'member':
        return this.finishMember(slice)
      default:
        return this.finishElement(slice)
    }
  }

  private finishKey(slice: JsonSlice): BodyError | undefined {
    const key = parseSlice(slice)
    if (typeof key !== 'string') return 'not_json'
    // Which of two lists is meant is ambiguous, and the first is validated before the second arrives.
    if (key === this.options.list && this.found !== 'nothing') return 'list_twice'
    this.key = key
    this.expected = 'colon'
    return undefined
  }

  private finishMember(slice: JsonSlice): BodyError | undefined {
    const value = parseSlice(slice)
    if (value === undefined) return 'not_json'
    if (this.key === this.options.list) this.found = value === null ? 'null' : 'other'
    this.expected = 'after member'
    return undefined
  }

  private finishElement(slice: JsonSlice): BodyError | undefined {
    this.expected = 'after element'
    this.elements++
    if (this.elements > this.options.maxElements) return 'list_too_long'
    return this.onElement(slice) ? undefined : 'not_json'
  }
}
