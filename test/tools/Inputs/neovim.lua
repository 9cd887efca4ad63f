-- A session of Neovim with a file that has an error: what it shows.
local function say(...)
  io.stdout:write(table.concat({ ... }, ' '), '\n')
end

local function wait(what)
  if not vim.wait(60000, what, 20) then
    say('nothing for a minute')
    vim.cmd('cquit')
  end
end

local function has_errors()
  return #vim.diagnostic.get(0) > 0
end

local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return window
    end
  end
end

wait(has_errors)
for _, found in ipairs(vim.diagnostic.get(0)) do
  say('error', found.lnum + 1, found.col + 1, found.message)
end
vim.cmd('1s/x/4/')
wait(function() return not has_errors() end)
say('no error')
vim.fn.search('#frag')
vim.api.nvim_feedkeys('K', 'x', false)
wait(floating)
local buffer = vim.api.nvim_win_get_buf(floating())
say(table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'))
say('completion', vim.bo.omnifunc)
vim.cmd('qa!')
