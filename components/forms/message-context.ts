import { createContext } from 'react'

/** Translates the messages of fields. Without a provider they are sentences already. */
export const MessageContext = createContext<(message: string) => string>(message => message)

/** The sentence about a request that failed; undefined for a fault of the page, which is not caught. */
export const RequestFailureContext = createContext<(error: unknown) => string | undefined>(() => undefined)
