'use client'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/buttons/button'
import type { InvitationLink } from '@/lib/desk-api/people/team'
import { inviteSchema } from '@/lib/desk-api/people/team'
import { roles } from '@/lib/roles'
import { inviteMember } from './actions'

interface Props {
  onInvited: (link: InvitationLink) => void
  onCancel: () => void
}

/** Invites a person, and says what each role may do. */
export function InviteForm({ onInvited, onCancel }: Props) {
  const t = useTranslations('team')
  const withReauthentication = useReauthentication()
  return (
    <>
      <Form
        schema={inviteSchema}
        initial={{ email: '', role: 'editor' }}
        submit={t('invite.submit')}
        others={<Button onClick={onCancel}>{t('cancel')}</Button>}
        action={values => withReauthentication(() => inviteMember(values))}
        onAccepted={onInvited}
      >
        <TextField name="email" label={t('invite.email')} inputMode="email" autoComplete="off" />
        <ChoiceField
          name="role"
          label={t('columns.role')}
          choices={roles.map(value => ({ value, label: t(`roles.${value}`) }))}
        />
      </Form>
      <dl className="flex flex-col gap-2 pt-4 text-ink-2 text-sm">
        {roles.map(role => (
          <div key={role}>
            <dt className="font-medium text-ink">{t(`roles.${role}`)}</dt>
            <dd>{t(`may.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
