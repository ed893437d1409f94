import { createContext } from 'react'

/** Called when an operator chooses something in a control, which fires no input event as typing does. */
export const ChoiceContext = createContext<() => void>(() => undefined)
