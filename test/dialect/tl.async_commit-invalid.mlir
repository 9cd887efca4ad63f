// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// T14: it has no operands.
%i = "test.value"() : () -> index
// expected-error @+1 {{'tl.async_commit' op expects 0 operands, got 1}}
"tl.async_commit"(%i) : (index) -> ()

// -----

// T14: it has no results.
// expected-error @+1 {{'tl.async_commit' op expects 0 results, got 1}}
%i = "tl.async_commit"() : () -> index

// -----

// T14: it says nothing else.
// expected-error @+1 {{'tl.async_commit' op has no attribute 'pending'}}
tl.async_commit {pending = 1}
