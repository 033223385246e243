/**
 * Texts that the product's specification quotes, in its order, and where each appears. A name in braces stands for any
 * text. `page`: in the rendered page of this path. `script`: in the scripts that islands load, for what appears after
 * an action or a failure; component tests show it there. `api`: in the answer to a call. `replaced`: a later decision
 * took its place.
 */
export type SpecifiedText = { section: number; text: string } & Place

type Place =
  | { page: string }
  | { script: true }
  | { api: { path: string; status: number; body?: unknown } }
  | { replaced: string }

const page = (section: number, path: string, ...texts: string[]): SpecifiedText[] =>
  texts.map((text) => ({ section, text, page: path }))
const script = (section: number, ...texts: string[]): SpecifiedText[] =>
  texts.map((text) => ({ section, text, script: true }))
const api = (
  section: number,
  path: string,
  status: number,
  body: unknown,
  ...texts: string[]
): SpecifiedText[] => texts.map((text) => ({ section, text, api: { path, status, body } }))
const replaced = (section: number, reason: string, ...texts: string[]): SpecifiedText[] =>
  texts.map((text) => ({ section, text, replaced: reason }))

const search = '/api/stock/search'
const lettersOnly = 'Symbol must contain only letters (no numbers, spaces, or special characters)'
const failuresAreValues = 'a failed request is a value with a sentence, and never thrown to a visitor'

export const specifiedTexts: readonly SpecifiedText[] = [
  // Section 2: screens
  ...script(2, 'Searching for dividend treasure...'),
  ...replaced(
    2,
    'the title is an attribute of the suggestions, shown with the first answer',
    'Popular searches'
  ),
  ...page(
    2,
    '/',
    'Estimate your ETF Dividend Treasure!',
    'Seek the Top Dividends!',
    'Dive into the Learn Page',
    'Beta',
    'New Search',
    'Weekly ETF Battle',
    'Quick Links',
    'Legal'
  ),
  ...script(
    2,
    'Treasure Map',
    'Sailing the high seas...',
    'Searching for treasure...',
    'Charting your dividend course...'
  ),
  ...page(2, '/yeth', 'YETH Dividend Estimate: {fund} Hunt'),
  ...page(2, '/msty', 'MSTY Dividend Estimate: {fund} Hunt', 'Market Pulse Index', 'Confidence'),
  ...script(2, 'Every 4 Weeks'),
  ...page(2, '/contact', 'Get in Touch', "Have questions or feedback? We'd love to hear from you."),
  ...page(
    2,
    '/sitemap',
    'Main navigation',
    'ETF Dividend Calculators',
    'Legal and Information',
    'ROI Rankings',
    'Privacy Policy',
    'Terms of Use',
    'Disclaimer'
  ),
  ...replaced(2, 'the label is removed once ROI Rankings and Weekly Battle work', 'Under Development'),
  ...page(
    2,
    '/roi-rankings',
    'House Money: Total ROI Rankings',
    'Rank',
    'Ticker',
    'Total ROI',
    'Declaration Date Price ($)',
    'Starting Point Price ($)',
    'Total Dividends ($)'
  ),
  ...script(2, 'Failed to load ROI rankings', 'Try Again'),
  ...page(2, '/login', 'Password', 'Cancel', 'Login'),
  ...script(
    2,
    'Edit Blog',
    'Most Searched Symbols',
    'Refresh',
    'Clear All Searches',
    'Top 5 Most Accurate Predictions',
    'HIGHEST ACCURACY',
    'Manual Data Collection',
    'Processing...',
    'Manual Entries',
    'Change Payment Date',
    'Delete Selected',
    'Delete All Entries',
    'Edit Date',
    'Main Database - Dividend History',
    'Admin Logs',
    'Clear All Logs',
    'Edit Payment Date',
    'Update Payment Date for Selected Entries',
    'Blog Admin',
    'New Post',
    'Edit Post',
    'Write a brief summary of the post',
    'Create Post',
    'Update Post',
    'Cancel',
    'Published'
  ),
  // Section 3: former name of a card, read from storage
  ...script(3, 'estimate', 'estimator', 'calculator', 'history'),
  // Section 4: states
  ...script(
    4,
    'Connection lost. Your data is safe and will be restored when reconnected.',
    'Connection restored! Your session data has been recovered.',
    'network',
    'offline',
    'connection',
    'internet',
    'cannot read',
    'join of undefined',
    'fetch',
    'failed to load',
    'Connection Issue Detected',
    "We're having trouble connecting to our servers. This could be due to internet connectivity issues.",
    'Something Went Wrong',
    'The application encountered an unexpected error. We apologize for the inconvenience.',
    'Try Again Without Refreshing',
    'Refresh Page',
    'Clear Cache and Refresh',
    'Technical details'
  ),
  // Section 5: validation
  ...script(
    5,
    'Invalid Format',
    'Symbol must contain 1-5 letters only (no numbers, spaces, or special characters).',
    'Unsupported ETF',
    'Please wait before making another request',
    'Too many requests. Please try again later.',
    'You appear to be offline. Please check your internet connection and try again.',
    'unavailable',
    'Title, excerpt and content are required',
    'Are you sure you want to delete "{title}"?',
    'ticker required',
    'Payment Date Required',
    'No Entries Selected',
    'Invalid Backup File',
    "The backup file doesn't contain any valid records."
  ),
  ...page(5, '/msty', 'enter shares'),
  ...api(5, search, 400, { symbol: '' }, 'Symbol cannot be empty'),
  ...api(5, search, 400, { symbol: 'ABCDEF' }, 'Symbol cannot exceed 5 characters'),
  ...api(5, search, 400, { symbol: 'AB1' }, lettersOnly),
  ...api(
    5,
    search,
    404,
    { symbol: 'SPY' },
    'Unsupported ETF',
    'YieldMax, Roundhill, Defiance and GraniteShares YieldBOOST'
  ),
  // Section 7: calls
  ...replaced(7, failuresAreValues, '{status}: {response text}'),
  // Section 8: errors
  ...script(
    8,
    'Error',
    'Failed to fetch stock data',
    'Error loading dividend history.',
    'Please try again later.',
    'No dividend history available for {symbol}.',
    'This can happen for newer ETFs or those with less than 24 months of history.',
    'Search failed',
    'HTTP error! status: {n}',
    'Failed to save post',
    'Failed to delete post',
    'Post Created',
    'Post Updated',
    'Successfully {created or updated} "{title}"',
    'Post Deleted',
    'Successfully deleted "{title}"',
    'Authentication Error',
    'Your session has expired. Please log in again.',
    'Could not verify your authentication status. Please try again.',
    'Data Collection Failed',
    'Delete Failed',
    'Delete All Failed',
    'Delete Selected Failed',
    'Bulk Update Failed',
    'Add Failed',
    'Update Failed',
    'Approval Failed',
    'Clear Logs Failed',
    'PLTW Fix Failed',
    '{group} Collection Failed',
    'Failed to delete entry',
    'Login Failed',
    'Invalid credentials',
    'Search Metrics Reset',
    'All search metrics have been cleared successfully',
    'Reset Failed',
    'Failed to reset search metrics',
    'Backup Restored',
    'Successfully restored {count} records from backup',
    'Restore Failed',
    'Failed to restore backup',
    'Failed to fetch posts',
    'Failed to load post',
    'Loading logs...',
    'No logs found with the current filters',
    'No dividend history records found. Add a new record above.',
    'Failed to fetch ROI rankings'
  ),
  ...replaced(
    8,
    'a fund page has its estimate in the HTML and fetches nothing',
    'Failed to fetch {TICKER} data'
  ),
  ...page(8, '/404', 'Post not found', 'Back to Blog'),
  ...script(8, 'Failed to load post'),
  ...page(8, '/500', 'Back to Blog'),
  ...api(8, '/api/blog/posts/no-such-post', 404, undefined, 'Post not found'),
  ...replaced(8, failuresAreValues, 'Invalid URL', 'Invalid queryKey'),
  // Section 9: constants
  ...page(9, '/msty', '10', '50', '100', '200', '500', '1k'),
  ...script(9, 'Weeks'),
  ...script(9, 'Months', 'INFO', 'WARNING', 'ERROR', 'MANUAL_ENTRY', 'DIVIDEND_HISTORY', 'SYSTEM', 'USER'),
  ...script(9, 'CREATE', 'UPDATE', 'DELETE', 'APPROVE', 'BULK_OPERATION', 'DATA_INCONSISTENCY'),
  ...script(9, 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL', 'YieldMax, Roundhill Investments and Defiance')
]
