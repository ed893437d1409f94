import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Images } from '@/components/workbench/record/record-images'
import type { Column } from '@/lib/sheet/schema/columns'
import { isImage, type Link, linksOf } from '@/lib/sheet/schema/links'

/** Addresses that are listed; the rest are counted. */
const MAX_LINKS = 8

interface Props {
  column: Column
  text: string
  /** Whether the operator asked for the images by key. */
  isExpanded: boolean
}

/** The addresses in a cell, with links to open them and, on request, their images. */
export function EditorLinks({ column, text, isExpanded }: Props) {
  const t = useTranslations('editors.links')
  const [isShown, setShown] = useState(false)
  const links = linksOf(column, text)
  if (links.length === 0) return null
  const addresses = [...new Set(links.flatMap(({ address }) => address ?? []))]
  const wrong = links.length - links.filter(({ address }) => address !== undefined).length
  const hasImages = isImage(column)
  return (
    <div>
      {column.kind === 'list' && <p className="text-ink-2">{t('count', { count: links.length, wrong })}</p>}
      <ul>
        {numbered(links.slice(0, MAX_LINKS)).map(({ key, link }) => (
          <li key={key} className="flex min-w-0 items-baseline gap-2">
            <span className="min-w-0 truncate">{link.text}</span>
            {link.address === undefined ? (
              <span className="shrink-0 text-fail">{t('wrong')}</span>
            ) : (
              <a
                href={link.address}
                target="_blank"
                rel="noopener noreferrer"
                tabIndex={-1}
                title={t('openTitle')}
                className="shrink-0 text-accent underline"
              >
                {t('open')}
              </a>
            )}
          </li>
        ))}
      </ul>
      {links.length > MAX_LINKS && (
        <p className="text-ink-3">{t('more', { count: links.length - MAX_LINKS })}</p>
      )}
      {hasImages && addresses.length > 0 && !(isShown || isExpanded) && (
        <button type="button" tabIndex={-1} className="text-accent underline" onClick={() => setShown(true)}>
          {t('preview', { count: addresses.length })}
        </button>
      )}
      {hasImages && (isShown || isExpanded) && <Images addresses={addresses} label={t('image')} />}
    </div>
  )
}

/** A cell may contain the same address twice. */
const numbered = (links: readonly Link[]) => links.map((link, at) => ({ key: `${at} ${link.text}`, link }))
