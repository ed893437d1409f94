'use client'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Field } from '@/components/ui/fields/field'
import { Input, type InputProps } from '@/components/ui/fields/input'
import { type Named, useFailure } from './field'

type Props = Named & Pick<InputProps, 'autoComplete'>

/** A password of the surrounding form, with a button that shows what is typed. */
export function PasswordField({ name, label, hint, autoComplete }: Props) {
  const t = useTranslations('auth.fields')
  const { register } = useFormContext()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} failure={useFailure(name)}>
      <div className="relative">
        <Input
          {...register(name)}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          className="pr-9"
        />
        <IconButton
          label={t(isShown ? 'hide' : 'show')}
          className="absolute top-0.5 right-0.5 px-2"
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden />
        </IconButton>
      </div>
    </Field>
  )
}
