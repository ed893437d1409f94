'use client'
import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Input } from '@/components/ui/fields/input'

/** Searches orders. A plain form, so that results have an address that can be kept and shared. */
export function SearchForm({ text }: { text: string }) {
  const t = useTranslations('history.search')
  return (
    <search className="flex min-w-0 flex-[1_1_22rem]">
      <form action="/history" className="flex min-w-0 flex-1 items-center gap-2">
        <Input
          type="search"
          name="q"
          key={text}
          defaultValue={text}
          aria-label={t('label')}
          placeholder={t('placeholder')}
          autoComplete="off"
          maxLength={200}
          className="max-w-96"
        />
        <Button type="submit" isNative>
          <Search aria-hidden />
          {t('find')}
        </Button>
      </form>
    </search>
  )
}
