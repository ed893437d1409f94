import { useTranslations } from 'use-intl'
import type { ChoiceFinder, EditorAssist } from '@/components/grid/source'
import { classes } from '@/components/ui/classes'
import { countCharacters } from '@/lib/contract/characters'
import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank, kinds, sentAs } from '@/lib/sheet/schema/kinds'
import { EditorLinks } from './editor-links'

/** Characters left from which on screen readers read the count. */
const NEAR_LIMIT_CHARACTERS = 5

interface Props {
  assist: EditorAssist
  finder: ChoiceFinder | undefined
  /** The maximum length of the text. */
  limit: number | undefined
  /** The sentence of why a text cannot be read. */
  failure: (code: FailureCode, params: FailureParams) => string
}

/** The note below a cell that is being edited: the length of the text, how it is read, and its links. */
export function EditorNote({ assist, finder, limit, failure }: Props) {
  const t = useTranslations('editors')
  const { column, text, isExpanded } = assist
  return (
    <>
      {limit !== undefined && <Count text={text} max={limit} isBound={limit === column.max} />}
      {fitsNothing(assist, finder) && <p className="text-ink-2">{t('none')}</p>}
      {isNumber(column) && <ReadAs column={column} text={text} failure={failure} />}
      {column.url && <EditorLinks column={column} text={text} isExpanded={isExpanded} />}
    </>
  )
}

/** Whether there is anything to note: an empty box would only cover cells. */
export function hasNote(assist: EditorAssist, finder: ChoiceFinder | undefined, limit?: number): boolean {
  const { column, text } = assist
  if (limit !== undefined) return true
  if (column.url) return !isBlank(text)
  if (fitsNothing(assist, finder)) return true
  return isNumber(column) && (sentAs(text, column) ?? readFailure(text, column)) !== undefined
}

function Count({ text, max, isBound }: { text: string; max: number; isBound: boolean }) {
  const t = useTranslations('editors')
  const length = countCharacters(text)
  const left = max - length
  return (
    <p
      data-count
      className={classes(
        'text-right tabular-nums',
        left >= 0 ? 'text-ink-3' : isBound ? 'font-medium text-fail' : 'font-medium text-warn',
      )}
    >
      <span aria-hidden="true">{t('count', { length, max })}</span>
      <span aria-live="polite" className="sr-only">
        {left < 0
          ? t('over', { count: -left })
          : left <= NEAR_LIMIT_CHARACTERS
            ? t('left', { count: left })
            : ''}
      </span>
    </p>
  )
}

/**
 * Whether a text is neither a choice of the column nor the beginning of one. While choices are shown no note is shown:
 * the list opens with all of them, whatever the text.
 */
const fitsNothing = ({ text, suggestions }: EditorAssist, finder: ChoiceFinder | undefined): boolean =>
  !isBlank(text) && (suggestions?.choices.length ?? 0) === 0 && finder?.match(text).choices.length === 0

/** How a number is sent, where that differs from the typed text, or why the text is not a number. */
function ReadAs({ column, text, failure }: { column: Column; text: string; failure: Props['failure'] }) {
  const t = useTranslations('editors')
  const why = readFailure(text, column)
  // In a quiet colour: the number may be half typed.
  if (why) return <p className="text-ink-2">{failure(why.code, why.params)}</p>
  const sent = sentAs(text, column)
  return sent === undefined ? null : <p className="text-ink-2">{t('sentAs', { value: sent })}</p>
}

const isNumber = ({ kind }: Column): boolean => kind === 'number' || kind === 'integer'

function readFailure(text: string, column: Column) {
  const reading = isBlank(text) ? undefined : kinds[column.kind].read(text, column)
  return reading && 'code' in reading ? reading : undefined
}
