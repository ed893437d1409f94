'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkLabel } from '@/app/(desk)/link-label'
import { UnknownCount } from '@/app/(desk)/unknown/count-badge'
import { classes } from '@/components/ui/classes'
import { recordTypes, sheetIds } from '@/lib/sheet/schema/sheet-ids'

/** The sheets of one kind of record, each with the pages of its drafts. */
const sheetsOf = (recordType: 'order' | 'product') =>
  sheetIds
    .filter(id => recordTypes[id] === recordType)
    .map(id => ({ path: `/${id}`, word: `sheets.${id}` as const }))

/** Pages that work, in their groups. A group without a word has no heading. */
export const GROUPS = [
  { word: undefined, pages: [{ path: '/', word: 'home' }] },
  { word: 'orders', pages: sheetsOf('order') },
  { word: 'catalog', pages: sheetsOf('product') },
  {
    word: 'record',
    pages: [
      { path: '/history', word: 'history', also: '/cancelled' },
      { path: '/unknown', word: 'unknown' },
    ],
  },
  {
    word: 'setUp',
    pages: [
      { path: '/connections', word: 'connections' },
      { path: '/settings', word: 'settings', opens: '/settings/account' },
      { path: '/open-api', word: 'api', opens: '/open-api/desk' },
      { path: '/help', word: 'help' },
    ],
  },
] as const

/**
 * The navigation, with the current page. @param unknown the number of unknown orders, and when the server counted them
 */
export function Navigation({ unknown }: { unknown: { count: number; at: number } }) {
  const t = useTranslations('desk')
  const here = usePathname()
  return (
    <nav aria-label={t('navigation')} className="flex flex-col gap-0.5">
      {GROUPS.map(group => (
        <div key={group.word ?? ''} className="flex flex-col gap-0.5">
          {group.word && <h2 className="px-2 pt-3.5 pb-1 text-2xs text-ink-3 uppercase">{t(group.word)}</h2>}
          {group.pages.map(page => {
            const isHere =
              page.path === '/'
                ? here === '/'
                : `${here}/`.startsWith(`${page.path}/`) || ('also' in page && here === page.also)
            return (
              <Link
                key={page.path}
                href={'opens' in page ? page.opens : page.path}
                aria-current={isHere ? 'page' : undefined}
                className={classes(
                  'flex rounded-md px-2 py-1.5',
                  isHere ? 'bg-shade font-medium text-ink' : 'text-ink-2 hover:bg-shade hover:text-ink',
                )}
              >
                <LinkLabel>{t(page.word)}</LinkLabel>
                {page.word === 'unknown' && <UnknownCount rendered={unknown} />}
              </Link>
            )
          })}
        </div>
      ))}
    </nav>
  )
}
