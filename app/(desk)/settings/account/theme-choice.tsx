'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { applyTheme } from '@/app/browser-locale'
import { type Theme, themes } from '@/app/theme'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/select'

/** The theme of this browser; a choice applies at once. @param chosen the theme of the request */
export function ThemeChoice({ chosen }: { chosen: Theme }) {
  const t = useTranslations('account.theme')
  const [theme, setTheme] = useState(chosen)
  return (
    <Field label={t('label')} hint={t('hint')}>
      <Select
        choices={themes.map(value => ({ value, label: t(`choices.${value}`) }))}
        value={theme}
        onChange={next => {
          setTheme(next)
          applyTheme(next)
        }}
      />
    </Field>
  )
}
