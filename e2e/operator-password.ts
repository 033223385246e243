/** As the servers of the tests are started. */
export const operatorPassword = 'a password for tests'
