import { useTranslations } from 'use-intl'
import { GROUPS } from '@/app/(desk)/frame/navigation'
import { sections } from '@/app/(desk)/settings/sections'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'

/** What the operator may do, as far as it decides what the search offers. */
export interface SearchRights {
  readonly edit: boolean
  readonly administer: boolean
}

/** A page, a command, or a page that searches further. `href` opens a page, `command` is run here. */
export type Destination = {
  readonly group: 'pages' | 'commands' | 'further'
  readonly title: string
} & ({ readonly href: string } | { readonly command: 'upload' | 'signOut' })

/** Pages of the settings that show nothing to others than administrators. */
const ADMINISTRATION: ReadonlySet<string> = new Set(['clients', 'team'])

/** All pages and commands that an operator may use, in the order of the navigation. */
export function useDestinations(may: SearchRights): readonly Destination[] {
  const desk = useTranslations('desk')
  const settings = useTranslations('settings.sections')
  const drafts = useTranslations('drafts.newIn')
  const t = useTranslations('search.commands')
  return [
    ...GROUPS.flatMap(({ pages }) => [...pages]).map(
      ({ path, word }): Destination => ({ group: 'pages', title: desk(word), href: path }),
    ),
    ...sections
      .filter(({ word }) => may.administer || !ADMINISTRATION.has(word))
      .map(
        ({ path, word }): Destination => ({
          group: 'pages',
          title: `${desk('settings')} › ${settings(word)}`,
          href: path,
        }),
      ),
    { group: 'pages', title: desk('shortcuts'), href: '/shortcuts' },
    ...(may.edit
      ? sheetIds.map((id): Destination => ({ group: 'commands', title: drafts(id), href: `/${id}/new` }))
      : []),
    ...(may.edit ? [{ group: 'commands', title: t('upload'), command: 'upload' } as const] : []),
    { group: 'commands', title: desk('signOut'), command: 'signOut' },
  ]
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** Destinations whose title has every word of `text`. */
export function matchDestinations(all: readonly Destination[], text: string): readonly Destination[] {
  const words = fold(text)
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return []
  return all.filter(({ title }) => words.every(word => fold(title).includes(word)))
}

/** Whether a title, or a word in it, begins with `text`: then the operator most likely means this page. */
export const isMeant = ({ title }: Destination, text: string): boolean =>
  [title, ...title.split('›')].some(each => fold(each).startsWith(fold(text)))
