import { PackageX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { type ShopState, shopStates } from '@/lib/intake/recipe'
import type { SetAside } from '@/lib/intake/set-aside'
import { asideSaid, whyThere } from './aside-said'

interface Props {
  /** The file's name. */
  name: string
  /** What of it is not in the sheet. */
  aside: readonly SetAside[]
  /** What of it is, though the shop has it as shipped, or its buyer claims something. */
  there: readonly SetAside[]
  /** Whether the file can be read for what is not in the sheet. */
  canRead: boolean
  onAfterAll: (means: ShopState) => void
  onTakeOut: (means: ShopState) => void
}

/** Numbers that are named in the line, and where the pointer rests on it. */
const NAMED = 3
const MOST_NAMED = 100

/**
 * What the shop says of orders beside that they are to be shipped, in a line for each reason: a way to import what was
 * skipped, and to take out what is in the sheet.
 */
export function SummaryAside({ name, aside, there, canRead, onAfterAll, onTakeOut }: Props) {
  const t = useTranslations('intake.desk')
  const listed = (numbers: readonly string[], most: number) => {
    const list = numbers.slice(0, most).join(', ')
    return numbers.length > most ? t('details.more', { list, count: numbers.length - most }) : list
  }
  const line = (means: ShopState, all: readonly SetAside[], isThere: boolean) => {
    if (all.length === 0) return null
    const why = isThere ? whyThere(means) : means
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
          disabled={!isThere && !canRead}
          focusableWhenDisabled
          aria-label={t(`aside.label.${isThere ? 'takeOut' : 'bring'}`, { said, name })}
          onClick={() => (isThere ? onTakeOut(means) : onAfterAll(means))}
        >
          {t(`aside.${isThere ? 'takeOut' : 'bring'}`)}
        </Button>
      </div>
    )
  }
  const of = (all: readonly SetAside[], means: ShopState) => all.filter(one => one.means === means)
  return [false, true].flatMap(isThere =>
    shopStates.map(means => line(means, of(isThere ? there : aside, means), isThere)),
  )
}
