import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Dialog } from '@/components/ui/overlay/dialog'

interface Props {
  name: string
  isWrong: boolean
  onOpen: (password: string) => void
  onClose: () => void
}

/** Asks for the password of a file. It goes to the worker that opens the file, and nowhere else. */
export function PasswordDialog({ name, isWrong, onOpen, onClose }: Props) {
  const t = useTranslations('intake.desk')
  const form = useId()
  const [password, setPassword] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('password.title')}
      description={t('password.body', { name })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            disabled={password === ''}
            focusableWhenDisabled
          >
            {t('password.open')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          if (password !== '') onOpen(password)
        }}
      >
        <Field label={t('password.field')} failure={isWrong ? t('password.wrong') : undefined}>
          <Input
            type="password"
            // A browser that remembered this password would fill it into the sign-in form.
            autoComplete="off"
            value={password}
            onValueChange={setPassword}
          />
        </Field>
      </form>
    </Dialog>
  )
}
