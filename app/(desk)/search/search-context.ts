import { createContext, useContext } from 'react'

/** Opens the search of the whole desk. */
export const SearchContext = createContext<() => void>(() => {})

/** @returns opens the search of the whole desk */
export const useOpenSearch = (): (() => void) => useContext(SearchContext)
