import { createContext } from 'react'

/** Translates the messages of fields. Without a provider they are sentences already. */
export const MessageContext = createContext<(message: string) => string>(message => message)
