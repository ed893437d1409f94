import { classes } from '@/components/ui/classes'
import { OriginalMessages } from '@/components/workbench/errors/original-messages'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Mark } from '@/lib/sheet/judge/marks'
import type { LineId } from '@/lib/sheet/schema/line'

interface Props {
  marks: readonly Mark[]
  line: LineId
  className?: string
}

/** Failures of a record, or of one of its lines, as a whole. */
export function LineMarks({ marks, line, className }: Props) {
  const { words } = useWorkbench()
  return words.sentences(marks, { line }).map(({ text, mark, originals }) => (
    <div
      key={text}
      className={classes('text-xs', mark.severity === 'failure' ? 'text-fail' : 'text-ink-2', className)}
    >
      <p>{text}</p>
      <OriginalMessages messages={originals} />
    </div>
  ))
}
