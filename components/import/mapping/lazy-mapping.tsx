import { type ComponentProps, startTransition, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type Mapping = typeof import('./mapping').Mapping
type Fetched = { readonly Mapping: Mapping } | 'failed'

/**
 * The questions of a file that nobody knows. With their dictionary of headings they are fetched when one asks for them;
 * what cannot be fetched is said, and asked for again.
 */
export function LazyMapping(props: ComponentProps<Mapping>) {
  const t = useTranslations('intake.mapping.unfetched')
  const [fetched, setFetched] = useState<Fetched>()
  useEffect(() => {
    if (fetched) return
    let isOver = false
    const show = (now: Fetched) => {
      if (!isOver) setFetched(now)
    }
    // Forty rows of choices are drawn in slices, so that keys are heard meanwhile.
    import('./mapping').then(
      found => startTransition(() => show(found)),
      () => show('failed'),
    )
    return () => {
      isOver = true
    }
  }, [fetched])
  if (!fetched) return null
  if (fetched !== 'failed') return <fetched.Mapping {...props} />
  return (
    <Dialog
      open
      onClose={props.onCancel}
      title={t('title')}
      description={t('body', { name: props.report.name })}
      actions={
        <>
          <Button onClick={props.onCancel}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => setFetched(undefined)}>
            {t('again')}
          </Button>
        </>
      }
    />
  )
}
