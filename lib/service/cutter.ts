import 'server-only'
import { Carry } from './carry'
import { type Piece, parsePiece } from './piece'
import { Utf8Guard } from './utf8'
import { ValueEnd } from './value-end'

/** Why bytes cannot be the body of a request, before anybody looks at what the elements are. */
export type Flaw =
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
  | 'piece_too_large'

/** What is cut, and how much of it. */
export interface CutterOptions {
  /** The member whose elements are wanted. */
  readonly list: string
  /** Elements that the list may have. */
  readonly mostElements: number
  /** Bytes of one element, or of another member, that are held at once. */
  readonly mostPieceBytes: number
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

/** What is expected next in the frame around the elements. */
type Place =
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
 * Cuts `{"<list>": […]}` at the elements of its list while the bytes come in, in chunks of any size.
 *
 * Only the frame is judged here. Where a value ends is found by brackets and quotes alone, and each value is then read
 * by itself: if all of them are JSON and the frame is, the whole is, wherever the cuts were.
 */
export class Cutter {
  private place: Place = 'start'
  private readonly value = new ValueEnd()
  private readonly carry: Carry
  private readonly utf8 = new Utf8Guard()
  private bytes = 0
  private elements = 0
  private key = ''
  /** What the wanted member turned out to be. */
  private found: 'nothing' | 'list' | 'null' | 'other' = 'nothing'

  /** @param take is given each element as it is cut, and answers whether it is JSON. */
  constructor(
    private readonly options: CutterOptions,
    private readonly take: (piece: Piece) => boolean,
  ) {
    this.carry = new Carry(options.mostPieceBytes)
  }

  /** Takes the next bytes. After a flaw there is no going on. */
  push(bytes: Buffer): Flaw | undefined {
    if (this.bytes === 0 && bytes[0] === 0xef && (bytes[1] ?? 0xbb) === 0xbb) return 'byte_order_mark'
    this.bytes += bytes.length
    if (!this.utf8.takes(bytes)) return 'not_utf8'
    return this.cut(bytes)
  }

  /** Says that all bytes have come. */
  end(): Flaw | undefined {
    if (this.bytes === 0) return 'empty'
    if (!this.utf8.isWhole()) return 'not_utf8'
    if (this.place !== 'end') return 'not_json'
    if (this.found === 'nothing' || this.found === 'null') return 'list_missing'
    if (this.found === 'other') return 'no_list'
    return this.elements === 0 ? 'list_empty' : undefined
  }

  private cut(bytes: Buffer): Flaw | undefined {
    const { length } = bytes
    for (let at = 0; at < length; ) {
      if (!this.value.isOpen) {
        const byte = bytes[at] as number
        const step = isSpace[byte] === 1 ? 'taken' : this.frame(byte)
        if (step === 'taken') {
          at++
          continue
        }
        if (step !== 'value') return step
        this.value.begin(byte)
      }
      const start = at
      at = this.value.find(bytes, at)
      if (this.value.isOpen) return this.carry.add(bytes, start, at) ? undefined : 'piece_too_large'
      const flaw = this.finish(bytes, start, at)
      if (flaw) return flaw
    }
    return undefined
  }

  /** One byte of the frame: taken, or the first of a value, or a flaw. */
  private frame(byte: number): 'taken' | 'value' | Flaw {
    switch (this.place) {
      case 'start':
        return byte === OPEN_OBJECT ? this.go('first key') : 'not_an_object'
      case 'first key':
        if (byte === CLOSE_OBJECT) return this.go('end')
        return byte === QUOTE ? 'value' : 'not_json'
      case 'key':
        return byte === QUOTE ? 'value' : 'not_json'
      case 'colon':
        return byte === COLON ? this.go('member') : 'not_json'
      case 'member':
        if (this.key !== this.options.list || byte !== OPEN_LIST) return 'value'
        this.found = 'list'
        return this.go('first element')
      case 'after member':
        if (byte === COMMA) return this.go('key')
        return byte === CLOSE_OBJECT ? this.go('end') : 'not_json'
      case 'first element':
        return byte === CLOSE_LIST ? this.go('after member') : 'value'
      case 'element':
        return 'value'
      case 'after element':
        if (byte === COMMA) return this.go('element')
        return byte === CLOSE_LIST ? this.go('after member') : 'not_json'
      case 'end':
        return 'not_json'
    }
  }

  private go(place: Place): 'taken' {
    this.place = place
    return 'taken'
  }

  /** The open value ended: hands it on by what it is. */
  private finish(bytes: Buffer, start: number, end: number): Flaw | undefined {
    if (this.value.isTooDeep) return 'too_deep'
    const piece = this.carry.join(bytes, start, end)
    if (!piece) return 'piece_too_large'
    switch (this.place) {
      case 'first key':
      case 'key':
        return this.finishKey(piece)
      case 'member':
        return this.finishMember(piece)
      default:
        return this.finishElement(piece)
    }
  }

  private finishKey(piece: Piece): Flaw | undefined {
    const key = parsePiece(piece)
    if (typeof key !== 'string') return 'not_json'
    // Which of two lists is meant nobody can tell, and the first is judged before the second comes.
    if (key === this.options.list && this.found !== 'nothing') return 'list_twice'
    this.key = key
    this.place = 'colon'
    return undefined
  }

  private finishMember(piece: Piece): Flaw | undefined {
    const value = parsePiece(piece)
    if (value === undefined) return 'not_json'
    if (this.key === this.options.list) this.found = value === null ? 'null' : 'other'
    this.place = 'after member'
    return undefined
  }

  private finishElement(piece: Piece): Flaw | undefined {
    this.place = 'after element'
    this.elements++
    if (this.elements > this.options.mostElements) return 'list_too_long'
    return this.take(piece) ? undefined : 'not_json'
  }
}
