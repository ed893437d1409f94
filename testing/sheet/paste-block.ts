import { type PasteResult, preparePaste } from '@/lib/sheet/acts/cells'
import { finish } from '@/lib/sheet/codecs/steps'

/** Pastes a block at once, as one undoable act; the page prepares it with pauses. */
export function pasteBlock(...paste: Parameters<typeof preparePaste>): PasteResult {
  const { patch, at, result } = finish(preparePaste(...paste))
  paste[0].perform(patch, at)
  return result
}
