import { strToU8, Zip, ZipDeflate } from 'fflate'

/** A ZIP archive while it is written: nothing of it is held but what is packed already. */
export class Archive {
  private readonly packed: Uint8Array[] = []
  private readonly zip = new Zip((_, piece) => this.packed.push(piece))

  /** Adds a file of texts. @param parts its text, piece by piece */
  add(name: string, ...parts: readonly Iterable<string>[]): void {
    // Two fifths more of bytes than by default, in less than half the time.
    const file = new ZipDeflate(name, { level: 1 })
    this.zip.add(file)
    for (const part of parts) for (const piece of part) file.push(strToU8(piece))
    file.push(new Uint8Array(), true)
  }

  /** @returns the bytes of all of it; nothing can be added any more */
  end(): Uint8Array {
    this.zip.end()
    const bytes = new Uint8Array(this.packed.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of this.packed) {
      bytes.set(piece, at)
      at += piece.length
    }
    return bytes
  }
}
