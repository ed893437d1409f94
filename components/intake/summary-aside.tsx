import { PackageX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { ShopState } from '@/lib/intake/recipe'
import type { SetAside } from '@/lib/intake/set-aside'
import { asideSaid } from './aside-said'

interface Props {
  /** The file's name. */
  name: string
  /** What of it is not in the sheet. */
  aside: readonly SetAside[]
  /** Whether the file can be read for them. */
  canRead: boolean
  onAfterAll: (means: ShopState) => void
}

/** Numbers that are named in the line, and where the pointer rests on it. */
const NAMED = 3
const MOST_NAMED = 100

/** What the shop does not want shipped any more, in a line for each reason, and the way to bring it in all the same. */
export function SummaryAside({ name, aside, canRead, onAfterAll }: Props) {
  const t = useTranslations('intake.desk')
  const listed = (numbers: readonly string[], most: number) => {
    const list = numbers.slice(0, most).join(', ')
    return numbers.length > most ? t('details.more', { list, count: numbers.length - most }) : list
  }
  return (['cancelled', 'shipped'] as const).map(means => {
    const all = aside.filter(one => one.means === means)
    if (all.length === 0) return null
    const said = asideSaid(t, all)
    const numbers = all.flatMap(one => (one.number === '' ? [] : one.number))
    return (
      <div key={means} className="flex items-center gap-2 text-warn text-xs">
        <PackageX aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate" title={listed(numbers, MOST_NAMED)}>
          {numbers.length > 0 ? t('aside.named', { said, list: listed(numbers, NAMED) }) : said}
        </span>
        <Button
          size="small"
          className="shrink-0"
          disabled={!canRead}
          focusableWhenDisabled
          aria-label={t('aside.bringLabel', { said, name })}
          onClick={() => onAfterAll(means)}
        >
          {t('aside.bring')}
        </Button>
      </div>
    )
  })
}
