'use client'
import { FileDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Menu } from '@/components/ui/overlay/menu'
import { headingLanguages } from '@/lib/import/match/dictionary/languages'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { languageNames } from '@/lib/words/locale/languages'

/** The template of a sheet, in each language that headings are in. */
export function Templates({ sheet }: { sheet: SheetId }) {
  const t = useTranslations('templates')
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="plain" title={t('title')}>
          <FileDown aria-hidden />
          {t('open')}
        </Button>
      }
      acts={headingLanguages.map(language => ({
        id: language,
        label: <span lang={language}>{languageNames[language]}</span>,
        // The response is a download, so the page stays.
        onSelect: () => window.location.assign(`/templates/${sheet}?language=${language}`),
      }))}
    />
  )
}
