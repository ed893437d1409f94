import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button'

test('before hydration a button that keeps its focus sends no form: it is disabled like all others', () => {
  const submit = { type: 'submit', disabled: true, focusableWhenDisabled: true } as const
  expect(renderToStaticMarkup(createElement(Button, submit, 'Preview'))).toMatch(/ disabled=""/)
})
