'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLeaveQuestion } from '@/app/(desk)/use-leave-question'
import { Form } from '@/components/forms/form'
import { PasswordField } from '@/components/forms/password-field'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import { SidePanel } from '@/components/ui/layout/side-panel'
import { passwordSchema } from '@/lib/desk-api/people/account'
import { changePassword } from './actions'

/** Changes the operator's own password, in a panel. */
export function PasswordForm() {
  const t = useTranslations('account')
  const desk = useTranslations('desk')
  const leave = useLeaveQuestion()
  const setUp = useTranslations('auth.setUp')
  const { announce } = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button ref={button} onClick={() => setOpen(true)}>
        {t('submit')}
      </Button>
      {isOpen && (
        <SidePanel
          title={t('submit')}
          closeLabel={desk('close')}
          onClose={close}
          leave={leave}
          fallbackFocus={button}
        >
          <Form
            schema={passwordSchema}
            initial={{ current: '', password: '' }}
            submit={t('submit')}
            label={t('submit')}
            action={changePassword}
            onAccepted={() => {
              announce(t('changed'))
              close()
            }}
          >
            <PasswordField name="current" label={t('current')} autoComplete="current-password" />
            <PasswordField
              name="password"
              label={t('new')}
              hint={setUp('passwordHint')}
              autoComplete="new-password"
            />
          </Form>
        </SidePanel>
      )}
    </>
  )
}
