/** What the file picker lists first. The content, and not the name, decides what a file is. */
export const FILE_KINDS = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.html,.htm,.zip,.json'
