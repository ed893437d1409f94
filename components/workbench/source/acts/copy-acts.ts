import type { GridActions } from '@/components/grid/source'
import { blockSteps, type CopiedCells, copiedCellsOf } from '@/lib/sheet/acts/cells'
import {
  type Clip,
  type ClipParts,
  type CopiedFrom,
  hasHtml,
  joinClip,
  writeClip,
  writeClipSteps,
} from '@/lib/sheet/codecs/clipboard'
import { advance, finish, type Steps, TASK_MS } from '@/lib/sheet/codecs/steps'
import type { Writes } from '@/lib/sheet/orders/edits'
import { isOfWholeLines, withinLines } from '@/lib/sheet/view/ranges'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type ActContext, noteNewestAct } from './act-context'
import { clearCells, onlyReadOnlyMessage } from './cell-acts'
import { clipboardKeys, hasClipboard, writeToClipboard } from './system-clipboard'

interface CopyActs {
  readonly acts: Pick<GridActions, 'copy'>
  /**
   * The last copied block, once it is on the clipboard and any cut is done. Resolves to undefined if the browser
   * refused it or another block was copied since. Undefined: no copy is pending.
   */
  pendingCopy(): Promise<Clip | undefined> | undefined
  /** Cancels a pending cut that no other act followed; its cells keep their texts. @returns whether there was one */
  cancelCut(): boolean
  /** Drops a pending copy and its cut. */
  dispose(): void
}

/** The text of so many cells takes longer than a frame: it is written to the clipboard later. */
const MIN_GRADUAL_CELLS = 50_000

/** A copy that is not on the clipboard yet. */
interface PendingCopy {
  isCut: boolean
  /** Whether no act has followed the copy. */
  readonly isNewest: () => boolean
  /** Resolves to whether the block is on the clipboard. */
  readonly written: Promise<boolean>
  /** The block that `pendingCopy` resolves to. */
  readonly block: Promise<Clip | undefined>
}

/** Copies and cuts blocks; large ones are written to the clipboard after the key press (docs/decisions/0122). */
export function copyActs(context: ActContext): CopyActs {
  const { workbook, words, screen, cornerOf, announce, lockedMessage, noteOrders } = context
  let pending: PendingCopy | undefined

  /** @param onWritten called once the block is on the clipboard; receives whether its cells are to be cut */
  const copyLater = async (
    copied: CopiedCells,
    from: CopiedFrom,
    isCut: boolean,
    onWritten: (isCut: boolean) => void,
  ): Promise<void> => {
    announce(words.message(isCut ? 'cutting' : 'copying'))
    const steps = clipSteps(workbook, copied, from)
    const run = () => inTasks(workbook, steps, () => pending === copy)
    // The browser may still be writing the block before: it would replace this one.
    const parts = pending ? pending.written.then(run) : run()
    const written = writeToClipboard(parts, hasHtml(cellsIn(copied)))
    const block: PendingCopy['block'] = written.then(async isWritten => {
      if (pending !== copy) return undefined
      pending = undefined
      if (isWritten) onWritten(copy.isCut)
      else announce(words.message('copyFailed'))
      return isWritten ? joinClip(await parts) : undefined
    })
    const copy: PendingCopy = { isCut, isNewest: noteNewestAct(workbook), written, block }
    pending = copy
    await block
  }

  return {
    acts: {
      copy: async (ranges, isCut, write) => {
        const within = withinLines(ranges, screen().filled)
        const copied = copiedCellsOf(workbook, screen(), within)
        if (!copied) return announce(words.message('notOneBlock'))
        const count = cellsIn(copied)
        const from = {
          isFirstReadOnly: within.some(({ left }) => screen().columns[left]?.isReadOnly === true),
          lineColumns: within.every(isOfWholeLines) ? copied.columns.map(({ id }) => id) : [],
        }
        const at = cornerOf(within.at(-1))
        const cut = () => {
          // Texts that are still being written would look unchanged, and be cut.
          workbook.finishActs()
          const joinedMessage = noteOrders()
          return clearCells(context, unchangedCells(workbook, copied), at, ({ written, locked }) =>
            announce(
              words.message(written > 0 ? 'cut' : 'copied', { count }),
              lockedMessage(locked),
              onlyReadOnlyMessage(context, ranges),
              joinedMessage(),
            ),
          )
        }
        const announceCopied = () => announce(words.message('copied', { count }))
        if ((count >= MIN_GRADUAL_CELLS || pending) && hasClipboard())
          return copyLater(copied, from, isCut, isStillCut => {
            if (isStillCut) cut()
            else announceCopied()
          })
        const isWritten = await write(writeClip(finish(blockSteps(workbook, copied)), from))
        if (!isWritten) announce(words.message('copyClosed', clipboardKeys()))
        else if (!isCut) announceCopied()
        else if (cut()) announce(words.message('cutting'))
      },
    },
    pendingCopy: () => pending?.block,
    cancelCut: () => {
      if (!pending?.isCut || !pending.isNewest()) return false
      pending.isCut = false
      return true
    },
    dispose: () => {
      pending = undefined
    },
  }
}

const cellsIn = ({ lines, columns }: CopiedCells): number => lines.length * columns.length

function* clipSteps(workbook: Workbook, copied: CopiedCells, from: CopiedFrom): Steps<ClipParts> {
  return yield* writeClipSteps(yield* blockSteps(workbook, copied), from)
}

/** The copied cells that still have the same text, to be cleared: what was written meanwhile is not cut. */
function unchangedCells(workbook: Workbook, { lines, columns }: CopiedCells): Writes {
  const ids = columns.filter(({ isReadOnly }) => !isReadOnly).map(({ id }) => id)
  const blank = (some: readonly string[]) => Object.fromEntries(some.map(id => [id, '']))
  const all = blank(ids)
  return new Map(
    lines.map(([line, then]) => {
      const now = workbook.draft.lines.get(line)?.texts
      return [line, now === then ? all : blank(ids.filter(id => now?.[id] === then?.[id]))]
    }),
  )
}

/** Runs steps in short tasks, the first after the next paint. Rejects once they are no longer wanted. */
const inTasks = <T>({ scheduleTask }: Workbook, steps: Steps<T>, isWanted: () => boolean): Promise<T> =>
  new Promise((resolve, reject) => {
    const next = () => {
      try {
        if (!isWanted()) throw new Error('Another block was copied.')
        const done = advance(steps, performance.now() + TASK_MS)
        if (done) resolve(done.value)
        else scheduleTask(next)
      } catch (error) {
        reject(error)
      }
    }
    scheduleTask(next, 'after paint')
  })
