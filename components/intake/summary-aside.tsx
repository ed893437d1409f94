import { PackageX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { ShopState } from '@/lib/intake/recipe'
import type { SetAside } from '@/lib/intake/set-aside'
import { type AsideWhy, asideSaid } from './aside-said'

interface Props {
  /** The file's name. */
  name: string
  /** What of it is not in the sheet. */
  aside: readonly SetAside[]
  /** What of it is, though the shop has it as shipped. */
  there: readonly SetAside[]
  /** Whether the file can be read for what is not in the sheet. */
  canRead: boolean
  onAfterAll: (means: ShopState) => void
  onTakeOut: () => void
}

/** Numbers that are named in the line, and where the pointer rests on it. */
const NAMED = 3
const MOST_NAMED = 100

/**
 * What the shop does not want shipped any more, in a line for each reason: a way to bring in what is out, and to take out
 * what is in the sheet and was shipped already.
 */
export function SummaryAside({ name, aside, there, canRead, onAfterAll, onTakeOut }: Props) {
  const t = useTranslations('intake.desk')
  const listed = (numbers: readonly string[], most: number) => {
    const list = numbers.slice(0, most).join(', ')
    return numbers.length > most ? t('details.more', { list, count: numbers.length - most }) : list
  }
  const line = (why: AsideWhy, all: readonly SetAside[]) => {
    if (all.length === 0) return null
    const said = asideSaid(t, all, why)
    const numbers = all.flatMap(one => (one.number === '' ? [] : one.number))
    return (
      <div key={why} className="flex items-center gap-2 text-warn text-xs">
        <PackageX aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate" title={listed(numbers, MOST_NAMED)}>
          {numbers.length > 0 ? t('aside.named', { said, list: listed(numbers, NAMED) }) : said}
        </span>
        <Button
          size="small"
          className="shrink-0"
          disabled={why !== 'there' && !canRead}
          focusableWhenDisabled
          aria-label={t(`aside.label.${why === 'there' ? 'takeOut' : 'bring'}`, { said, name })}
          onClick={() => (why === 'there' ? onTakeOut() : onAfterAll(why))}
        >
          {t(`aside.${why === 'there' ? 'takeOut' : 'bring'}`)}
        </Button>
      </div>
    )
  }
  return [
    line(
      'cancelled',
      aside.filter(({ means }) => means === 'cancelled'),
    ),
    line(
      'shipped',
      aside.filter(({ means }) => means === 'shipped'),
    ),
    line('there', there),
  ]
}
